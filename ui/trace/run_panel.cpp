// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/run_panel.h"

#include "core/generate/title.h"
#include "core/trace/process_mesh.h"
#include "ui/panels/cost_line.h"
#include "ui/panels/thumbnails.h"
#include "ui/trace/replica_rows.h"
#include "ui/trace/step_list.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/look.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace bubblescope::ui {

/// The whole of the measured step, small.
class RunPicture : public QWidget
{
public:
    explicit RunPicture(QWidget* parent) : QWidget(parent)
    {
        setFixedHeight(64);
        connect(&Look::instance(), &Look::changed, this, [this] { draw(); });
    }
    void show(const LaneIndexPtr& index)
    {
        m_index = index;
        draw();
    }

protected:
    void resizeEvent(QResizeEvent* /*event*/) override { draw(); }
    void paintEvent(QPaintEvent* /*event*/) override { QPainter(this).drawImage(0, 0, m_image); }

private:
    void draw()
    {
        m_image = m_index ? paintThumbnail(*m_index, Theme::get(Look::instance().theme()), size(),
                                           devicePixelRatioF())
                          : QImage();
        update();
    }

    LaneIndexPtr m_index;
    QImage m_image;
};

namespace {

/// What stands on it belongs together.
class RunCard : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        const LookColors& c = Look::instance().colors();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(mixed(c.hairline, c.accent, 0.35), 1));
        painter.setBrush(mixed(c.panel, c.accentSoft, 0.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    }
};

QLabel* makeText(const char* name, bool isQuiet, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setWordWrap(true);
    label->setProperty("quiet", isQuiet);
    return label;
}

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("heading", true);
    return label;
}

QString nameOfRun(const TraceAnalysis& analysis)
{
    const ScheduleMatch* best = analysis.bestKnown();
    if (best && best->isExact && best->schedule)
        return QString::fromStdString(scheduleTitle(*best->schedule)).section(QStringLiteral(" · "), 0, 0);
    return analysis.measured ? RunPanel::tr("Measured order") : RunPanel::tr("No pipeline actions");
}

QString factsOf(const TraceAnalysis& analysis)
{
    const auto counted = [](std::size_t count, const QString& one, const QString& many) {
        return count == 1 ? one : many.arg(countText(count));
    };
    QStringList parts{counted(analysis.files.size(), RunPanel::tr("1 file"), RunPanel::tr("%1 files")),
                      counted(analysis.run.steps.size(), RunPanel::tr("1 step"), RunPanel::tr("%1 steps")),
                      QString::fromStdString(meshText(analysis.run.mesh)), identificationText(analysis)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

} // namespace

RunPanel::RunPanel(TraceSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_steps(new StepList(session, this))
    , m_save(makeLink(tr("Save as calibration…"), tr("Save the fitted costs as a calibration file"), this))
    , m_compare(makeLink(tr("Compare with another run…"),
                         tr("Compare this run with another, before and after a change"), this))
{
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* card = new RunCard(this);
    makeCard(*card);
    m_replicaRow = new QWidget(this);
    m_replicas = new QComboBox(m_replicaRow);
    m_replicas->setObjectName(QStringLiteral("trace-replica"));
    m_replicas->setAccessibleName(tr("Replica"));
    m_replicaFacts = makeText("trace-replica-facts", true, m_replicaRow);
    auto* replica = new QHBoxLayout;
    replica->addWidget(new QLabel(tr("Replica"), m_replicaRow), 1);
    replica->addWidget(m_replicas);
    auto* replicaColumn = new QVBoxLayout(m_replicaRow);
    replicaColumn->setContentsMargins(12, 0, 12, 0);
    replicaColumn->addLayout(replica);
    replicaColumn->addWidget(m_replicaFacts);
    connect(m_replicas, &QComboBox::activated, this,
            [this](int row) { m_session.chooseReplica(m_replicas->itemData(row).toULongLong()); });
    m_costs = makeText("trace-costs", false, this);
    m_costs->setFont(figuresFont(12, false));
    connect(m_save, &QPushButton::clicked, this, &RunPanel::saveAsked);
    m_compare->setObjectName(QStringLiteral("trace-compare-runs"));
    connect(m_compare, &QPushButton::clicked, this, &RunPanel::secondAsked);
    auto* costs = new QHBoxLayout;
    costs->setContentsMargins(12, 0, 12, 0);
    costs->addWidget(makeHeading(tr("Costs"), this), 1);
    costs->addWidget(m_save);
    auto* step = makeHeading(tr("Step"), this);
    step->setContentsMargins(12, 0, 12, 0);
    m_costs->setContentsMargins(12, 0, 12, 0);
    auto* second = new QHBoxLayout;
    second->setContentsMargins(12, 0, 12, 0);
    second->addWidget(m_compare);
    second->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 12);
    column->setSpacing(8);
    auto* cardRow = new QHBoxLayout;
    cardRow->setContentsMargins(12, 0, 12, 0);
    cardRow->addWidget(card);
    column->addLayout(cardRow);
    column->addWidget(m_replicaRow);
    column->addWidget(step);
    column->addWidget(m_steps);
    column->addSpacing(4);
    column->addLayout(costs);
    column->addWidget(m_costs);
    column->addLayout(second);
    column->addStretch(1);
    setFocusProxy(m_steps);
    for (const auto change : {&TraceSession::opened, &TraceSession::analysed})
        connect(&session, change, this, &RunPanel::follow);
    follow();
}

void RunPanel::makeCard(QWidget& card)
{
    m_name = makeText("run-name", false, &card);
    m_name->setFont(figuresFont(16, true));
    m_facts = makeText("run-facts", true, &card);
    m_picture = new RunPicture(&card);
    auto* details = new QPushButton(tr("Trace details…"), &card);
    details->setObjectName(QStringLiteral("run-details"));
    details->setToolTip(tr("Files, durations, deviations, patterns, streams and warnings"));
    connect(details, &QPushButton::clicked, this, &RunPanel::detailsAsked);
    auto* column = new QVBoxLayout(&card);
    column->setContentsMargins(12, 10, 12, 12);
    column->setSpacing(6);
    column->addWidget(m_name);
    column->addWidget(m_facts);
    column->addWidget(m_picture);
    column->addWidget(details, 0, Qt::AlignLeft);
}

void RunPanel::follow()
{
    const TraceAnalysisPtr& analysis = m_session.analysis();
    const bool isRun = analysis && analysis->measured;
    m_save->setEnabled(isRun);
    m_compare->setEnabled(isRun);
    m_picture->setVisible(isRun);
    m_picture->show(isRun ? analysis->measured->index : nullptr);
    if (!analysis)
        return;
    m_name->setText(nameOfRun(*analysis));
    m_facts->setText(factsOf(*analysis));
    m_facts->setToolTip(labelsText(analysis->run));
    m_costs->setText(analysis->predicted ? CostLine::timesOf(*analysis->predicted, analysis->fitted.costs)
                                         : QString());
    m_costs->setToolTip(overheadText(analysis->fitted));
    m_steps->show(*analysis);
    showReplicas(*analysis);
}

void RunPanel::showReplicas(const TraceAnalysis& analysis)
{
    const QSignalBlocker blocker(m_replicas);
    m_replicas->clear();
    for (const ReplicaFigures& of : analysis.replicas) {
        m_replicas->addItem(replicaName(of.replica), QVariant::fromValue<qulonglong>(of.replica));
        m_replicas->setItemData(m_replicas->count() - 1, globalRanksText(of.globalRanks), Qt::ToolTipRole);
    }
    m_replicas->setCurrentIndex(m_replicas->findData(QVariant::fromValue<qulonglong>(analysis.run.replica)));
    m_replicaFacts->setText(replicaText(analysis));
    m_replicaRow->setVisible(!analysis.replicas.empty());
}

QString RunPanel::facts() const
{
    return m_facts->text();
}

QString RunPanel::costs() const
{
    return m_costs->text().replace(QChar::Nbsp, QLatin1Char(' '));
}

} // namespace bubblescope::ui
