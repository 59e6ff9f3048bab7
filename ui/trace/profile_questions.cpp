// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/profile_questions.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

namespace bubblescope::ui {

namespace {

constexpr int kProfileQuestionsWidth = 640;
constexpr int kProfileQuestionsIndent = 24; ///< of what belongs to a tick
constexpr int kMostName = 520;
constexpr int kMostHeight = 420;
constexpr int kMostRank = 65'535;

struct ProfileQuestionsTr
{
    Q_DECLARE_TR_FUNCTIONS(ProfileQuestions)
};

/// A dialog with a text, a list that scrolls when it is long, and two buttons.
class ListDialog : public QDialog
{
public:
    ListDialog(QWidget* parent, const QString& text, const QString& accept)
        : QDialog(parent)
        , m_column(new QVBoxLayout)
        , m_inside(new QWidget)
        , m_layout(new QVBoxLayout(this))
    {
        setObjectName(QStringLiteral("profile-question"));
        setWindowTitle(ProfileQuestionsTr::tr("Open profiles"));
        auto* said = new QLabel(text, this);
        said->setObjectName(QStringLiteral("profile-question-text"));
        said->setTextFormat(Qt::PlainText);
        said->setWordWrap(true);
        auto* scroll = new QScrollArea(this);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setFocusPolicy(Qt::NoFocus);
        // Texts wrap, names are shortened.
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        scroll->setWidget(m_inside);
        auto* inside = new QVBoxLayout(m_inside);
        inside->setContentsMargins(0, 0, 0, 0);
        inside->addLayout(m_column);
        inside->addStretch(1);
        m_column->setSpacing(8);
        auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
        m_accept = buttons->addButton(accept, QDialogButtonBox::AcceptRole);
        m_accept->setDefault(true);
        connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
        connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
        m_layout->setSpacing(12);
        m_layout->addWidget(said);
        m_layout->addWidget(scroll, 1);
        m_layout->addWidget(buttons);
    }

    [[nodiscard]] QVBoxLayout* column() const { return m_column; }
    [[nodiscard]] QPushButton* acceptButton() const { return m_accept; }
    /// Under the list, above the buttons.
    void addLine(QWidget* line) { m_layout->insertWidget(m_layout->count() - 1, line); }

    bool ask()
    {
        const QMargins margins = m_layout->contentsMargins();
        const int room = kProfileQuestionsWidth - margins.left() - margins.right() -
                         style()->pixelMetric(QStyle::PM_ScrollBarExtent);
        QLayout* inside = m_inside->layout();
        const int list =
            inside->hasHeightForWidth() ? inside->totalHeightForWidth(room) : inside->sizeHint().height();
        resize(kProfileQuestionsWidth,
               std::min(kMostHeight, list + m_layout->totalHeightForWidth(kProfileQuestionsWidth)));
        return exec() == QDialog::Accepted;
    }

private:
    QVBoxLayout* m_column;
    QWidget* m_inside;
    QVBoxLayout* m_layout;
    QPushButton* m_accept = nullptr;
};

QLabel* quietLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("quiet", true);
    return label;
}

/// The end of a long name tells more than its middle.
QString shortened(const QString& name, const QWidget& on)
{
    return on.fontMetrics().elidedText(name, Qt::ElideMiddle, kMostName);
}

/// One tick for all of them, half of one where they differ.
void addTickForAll(ListDialog& dialog, const std::vector<QCheckBox*>& ticks)
{
    auto* all = new QCheckBox(ProfileQuestionsTr::tr("All files"), &dialog);
    all->setObjectName(QStringLiteral("profile-question-all"));
    const auto follow = [all, ticks] {
        const auto count = std::count_if(ticks.begin(), ticks.end(),
                                         [](const QCheckBox* tick) { return tick->isChecked(); });
        all->setCheckState(count == 0                                        ? Qt::Unchecked
                           : static_cast<std::size_t>(count) == ticks.size() ? Qt::Checked
                                                                             : Qt::PartiallyChecked);
    };
    for (QCheckBox* tick : ticks)
        QObject::connect(tick, &QCheckBox::toggled, all, follow);
    QObject::connect(all, &QCheckBox::clicked, &dialog, [all, ticks, follow] {
        const bool ticked = all->checkState() != Qt::Unchecked;
        for (QCheckBox* tick : ticks)
            tick->setChecked(ticked);
        follow();
    });
    follow();
    dialog.addLine(all);
}

} // namespace

std::optional<std::vector<bool>> askAboutProfiles(QWidget* parent, const QString& text,
                                                  const std::function<QString(std::size_t)>& accept,
                                                  const std::vector<ProfileQuestion>& files)
{
    ListDialog dialog(parent, text, ProfileQuestionsTr::tr("Open"));
    std::vector<QCheckBox*> ticks;
    for (const ProfileQuestion& file : files) {
        auto* box = new QWidget(&dialog);
        auto* column = new QVBoxLayout(box);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(2);
        QString name = shortened(file.file, *box);
        auto* tick = new QCheckBox(name.replace(QLatin1Char('&'), QLatin1String("&&")), box);
        tick->setObjectName(QStringLiteral("profile-question-tick"));
        tick->setChecked(file.isTicked);
        tick->setToolTip(file.file);
        tick->setAccessibleName(file.file + QStringLiteral(": ") + file.offer);
        tick->setAccessibleDescription(file.why);
        column->addWidget(tick);
        auto* below = new QVBoxLayout;
        below->setContentsMargins(kProfileQuestionsIndent, 0, 0, 0);
        below->setSpacing(0);
        auto* why = new QLabel(file.why, box);
        why->setObjectName(QStringLiteral("profile-question-why"));
        why->setTextFormat(Qt::PlainText);
        why->setWordWrap(true);
        below->addWidget(why);
        below->addWidget(quietLabel(file.offer, box));
        column->addLayout(below);
        dialog.column()->addWidget(box);
        ticks.push_back(tick);
    }
    const auto nameButton = [&dialog, &ticks, &accept] {
        const auto count = std::count_if(ticks.begin(), ticks.end(),
                                         [](const QCheckBox* tick) { return tick->isChecked(); });
        const QString does = accept(static_cast<std::size_t>(count));
        dialog.acceptButton()->setText(does.isEmpty() ? ProfileQuestionsTr::tr("Open") : does);
        dialog.acceptButton()->setEnabled(!does.isEmpty());
    };
    for (const QCheckBox* tick : ticks)
        QObject::connect(tick, &QCheckBox::toggled, &dialog, nameButton);
    nameButton();
    if (ticks.size() > 1)
        addTickForAll(dialog, ticks);
    if (!dialog.ask())
        return std::nullopt;
    std::vector<bool> answers;
    for (const QCheckBox* tick : ticks)
        answers.push_back(tick->isChecked());
    return answers;
}

std::optional<std::vector<std::uint32_t>> askRanks(QWidget* parent, const std::vector<RankQuestion>& files,
                                                   const std::vector<std::uint32_t>& others)
{
    ListDialog dialog(
        parent,
        files.size() == 1
            ? ProfileQuestionsTr::tr("This file does not say which rank it belongs to.")
            : ProfileQuestionsTr::tr(
                  "These files do not say which ranks they belong to. In the given order they are"),
        ProfileQuestionsTr::tr("Open"));
    auto* grid = new QGridLayout;
    grid->setColumnStretch(1, 1);
    grid->setHorizontalSpacing(16);
    dialog.column()->addLayout(grid);
    std::vector<QSpinBox*> fields;
    for (const RankQuestion& file : files) {
        const int row = grid->rowCount();
        auto* name = new QLabel(shortened(file.file, dialog), &dialog);
        name->setTextFormat(Qt::PlainText);
        name->setToolTip(file.file);
        QLabel* known = quietLabel(file.known, &dialog);
        auto* field = new QSpinBox(&dialog);
        field->setObjectName(QStringLiteral("profile-question-rank"));
        field->setAccessibleName(ProfileQuestionsTr::tr("Rank of %1").arg(file.file));
        field->setPrefix(ProfileQuestionsTr::tr("rank "));
        field->setRange(0, kMostRank);
        field->setValue(static_cast<int>(file.rank));
        grid->addWidget(name, row, 0);
        grid->addWidget(known, row, 1);
        grid->addWidget(field, row, 2);
        fields.push_back(field);
    }
    QLabel* said = quietLabel({}, &dialog);
    said->setObjectName(QStringLiteral("profile-question-problem"));
    dialog.addLine(said);
    const auto check = [&] {
        std::set<int> taken(others.begin(), others.end());
        QString problem;
        for (const QSpinBox* field : fields)
            if (!taken.insert(field->value()).second && problem.isEmpty())
                problem = ProfileQuestionsTr::tr("Rank %1 is used twice.").arg(field->value());
        said->setText(problem);
        dialog.acceptButton()->setEnabled(problem.isEmpty());
    };
    for (QSpinBox* field : fields)
        QObject::connect(field, &QSpinBox::valueChanged, &dialog, check);
    check();
    if (!dialog.ask())
        return std::nullopt;
    std::vector<std::uint32_t> ranks;
    for (const QSpinBox* field : fields)
        ranks.push_back(static_cast<std::uint32_t>(field->value()));
    return ranks;
}

} // namespace bubblescope::ui
