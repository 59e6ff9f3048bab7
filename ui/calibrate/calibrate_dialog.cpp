// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/calibrate_dialog.h"

#include "core/base/guarded.h"
#include "ui/calibrate/estimate_form.h"
#include "ui/calibrate/measure_form.h"
#include "ui/calibrate/model_form.h"
#include "ui/calibrate/probe_program.h"
#include "ui/calibrate/result_panel.h"
#include "ui/calibrate/run_words.h"
#include "ui/document/core_text.h"
#include "ui/widgets/form_area.h"
#include "ui/widgets/segmented_choice.h"

#include "probe/plan/calibration_result.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QStyle>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kCalibrateDialogFormWidth = 384;
constexpr int kCalibrateDialogMargin = 20;

QWidget* scrolled(QWidget* form, QWidget* parent)
{
    auto* page = new QWidget(parent);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(new FormArea(form, page));
    layout->addStretch(1);
    return page;
}

/// Of a measurement's plan, where the GPU itself is not in the table.
Result<probe::Estimator> expectedOn(const ProbeDevice* device, probe::DataType type)
{
    Result<probe::DeviceSheet> sheet = probe::findDevice(device ? device->name.toStdString() : std::string());
    if (!sheet)
        sheet = probe::findDevice("h100");
    return sheet.and_then(
        [type](const probe::DeviceSheet& known) { return probe::Estimator::make(known, type); });
}

} // namespace

CalibrateDialog::CalibrateDialog(QWidget* parent)
    : QDialog(parent)
    , m_run(new ProbeRun(this))
    , m_devices(new DeviceList(this))
{
    setObjectName(QStringLiteral("calibrate-dialog"));
    setWindowTitle(tr("Calibrate"));
    m_left = new QWidget(this);
    m_left->setFixedWidth(kCalibrateDialogFormWidth);
    makeForms(m_left);
    auto* right = new QVBoxLayout;
    right->setSpacing(10);
    m_notice = makeProblemLabel(this);
    m_notice->setObjectName(QStringLiteral("calibrate-notice"));
    right->addWidget(m_notice);
    m_results = new ResultPanel(this);
    right->addWidget(m_results, 1);
    m_runRow = makeMeasureRow(this);
    right->addWidget(m_runRow);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(m_left);
    columns->addLayout(right, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(kCalibrateDialogMargin, kCalibrateDialogMargin, kCalibrateDialogMargin,
                            kCalibrateDialogMargin);
    all->setSpacing(16);
    all->addLayout(columns, 1);
    makeButtons();
    connectParts();
    // Return ends typing in a field; it presses no button.
    for (QPushButton* button : findChildren<QPushButton*>())
        button->setAutoDefault(false);
    const QRect room = parent ? parent->screen()->availableGeometry() : QRect(0, 0, 1180, 740);
    resize(std::clamp(room.width() * 7 / 10, 1180, 1680), std::clamp(room.height() * 7 / 10, 740, 960));
    renew();
    m_mode->setFocus();
}

CalibrateDialog::~CalibrateDialog() = default;

void CalibrateDialog::makeForms(QWidget* holder)
{
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    m_mode = new SegmentedChoice(holder);
    m_mode->setObjectName(QStringLiteral("calibrate-mode"));
    m_mode->setChoices({tr("Estimate"), tr("Measure")});
    m_mode->setCurrent(static_cast<int>(Mode::Estimate));
    m_mode->setAccessibleName(tr("Source of the times"));
    column->addWidget(m_mode);
    m_tabs = new QTabWidget(holder);
    m_tabs->setObjectName(QStringLiteral("calibrate-tabs"));
    m_tabs->setAccessibleName(tr("Inputs of the times"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setAccessibleName(tr("Parts of the form"));
    m_model = new ModelForm;
    m_estimate = new EstimateForm;
    m_measure = new MeasureForm;
    m_tabs->addTab(scrolled(m_model, m_tabs), tr("Model"));
    m_estimatePage = scrolled(m_estimate, m_tabs);
    m_measurePage = scrolled(m_measure, m_tabs);
    m_tabs->addTab(m_estimatePage, tr("Datasheet"));
    m_tabs->addTab(m_measurePage, tr("GPU"));
    column->addWidget(m_tabs, 1);
}

void CalibrateDialog::makeButtons()
{
    m_save = new QPushButton(tr("Save…"), this);
    m_save->setObjectName(QStringLiteral("calibrate-save"));
    m_save->setToolTip(tr("Writes the shown times as a calibration file"));
    m_said = new QLabel(this);
    m_said->setObjectName(QStringLiteral("calibrate-said"));
    m_said->setProperty("quiet", true);
    m_close = new QPushButton(tr("Close"), this);
    m_close->setObjectName(QStringLiteral("calibrate-close"));
    m_apply = new QPushButton(tr("Apply to the plot"), this);
    m_apply->setObjectName(QStringLiteral("calibrate-apply"));
    m_apply->setToolTip(tr("Uses the shown times as the costs of the schedule"));
    m_apply->setProperty("primary", true);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_save);
    line->addWidget(m_said, 1);
    line->addWidget(m_close);
    line->addWidget(m_apply);
    static_cast<QVBoxLayout*>(layout())->addLayout(line);
}

void CalibrateDialog::connectParts()
{
    m_renew.setSingleShot(true);
    m_renew.setInterval(0);
    connect(&m_renew, &QTimer::timeout, this, &CalibrateDialog::renew);
    const auto renewSoon = [this] {
        m_said->clear();
        m_renew.start();
    };
    connect(m_model, &ModelForm::changed, this, renewSoon);
    connect(m_estimate, &EstimateForm::changed, this, renewSoon);
    connect(m_measure, &MeasureForm::changed, this, renewSoon);
    connect(m_measure, &MeasureForm::lookAsked, this, [this] {
        m_devices->ask(m_program.isEmpty() ? findProbe() : m_program, m_measure->libraries());
    });
    connect(m_mode, &SegmentedChoice::chosen, this, [this] {
        m_modeChosen = true;
        // What came of a measurement is not about an estimate; why there is no GPU is.
        if (m_measure->hasDevice())
            setNotice({}, {}, false);
        renew();
    });
    connect(m_devices, &DeviceList::changed, this, &CalibrateDialog::showDevices);
    connect(m_run, &ProbeRun::progressed, this, [this] {
        if (m_run->isRunning())
            showProgress(*m_runRow, m_run->progress());
    });
    connect(m_run, &ProbeRun::ended, this, &CalibrateDialog::takeEnd);
    connect(m_runRow, &RunRow::startAsked, this, &CalibrateDialog::start);
    connect(m_runRow, &RunRow::stopAsked, m_run, &ProbeRun::stop);
    connect(m_results, &ResultPanel::copied, this, [this](const QString& said) { m_runRow->say(said); });
    connect(m_close, &QPushButton::clicked, this, &CalibrateDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, [this] { emit applyAsked(m_results->file()); });
    connect(m_save, &QPushButton::clicked, this, [this] { emit saveAsked(m_results->file()); });
}

void CalibrateDialog::setStageCount(std::uint32_t stages)
{
    m_model->setStageCount(stages);
    m_results->setStageCount(stages);
    renew();
}

void CalibrateDialog::setProgram(const QString& program)
{
    m_program = program;
    m_devices->ask(program, m_measure->libraries());
}

CalibrateDialog::Mode CalibrateDialog::mode() const
{
    return static_cast<Mode>(m_mode->current());
}

void CalibrateDialog::setMode(Mode mode)
{
    m_mode->setCurrent(static_cast<int>(mode));
    renew();
}

void CalibrateDialog::say(const QString& text)
{
    m_said->setText(text);
    m_said->setAccessibleName(text);
}

QString CalibrateDialog::notice() const
{
    return m_notice->isHidden() ? QString() : m_notice->text();
}

void CalibrateDialog::setNotice(const ProbeWords& words, const QString& detail, bool isFailure)
{
    m_notice->setProperty("warning", isFailure);
    m_notice->setProperty("caution", !isFailure);
    // The style sheet looks at these once.
    m_notice->style()->unpolish(m_notice);
    m_notice->style()->polish(m_notice);
    showProblem(*m_notice, noticeText(words, detail));
}

void CalibrateDialog::showDevices()
{
    m_measure->showDevices(*m_devices);
    if (m_measure->hasDevice() && !m_modeChosen)
        m_mode->setCurrent(static_cast<int>(Mode::Measure));
    if (m_devices->isAsking() || m_measure->hasDevice())
        setNotice({}, {}, false);
    else
        setNotice(m_devices->problem(), {}, false);
    renew();
}

void CalibrateDialog::renew()
{
    m_renew.stop();
    if (const auto& shape = m_model->shape())
        m_estimate->setDataType(shape->dataType);
    showMode();
    renewEstimate();
    if (!m_run->isRunning())
        showPlan();
    const QString startHint = tr("Nothing has been measured yet: press Start measuring.");
    if (mode() == Mode::Estimate)
        m_results->show(m_estimated, m_estimateProblem);
    else
        m_results->show(m_measured, m_run->isRunning() ? tr("The times appear when all are measured.")
                                    : m_measure->hasDevice()
                                        ? startHint
                                        : tr("There is no GPU to measure on: choose Estimate."));
    const bool isUsable = m_results->file() && m_results->fits();
    m_apply->setEnabled(isUsable && !m_run->isRunning());
    m_save->setEnabled(m_results->file() && !m_run->isRunning());
}

void CalibrateDialog::showMode()
{
    const bool measures = mode() == Mode::Measure;
    m_tabs->setTabVisible(m_tabs->indexOf(m_estimatePage), !measures);
    m_tabs->setTabVisible(m_tabs->indexOf(m_measurePage), measures);
}

void CalibrateDialog::renewEstimate()
{
    m_estimateProblem.clear();
    const auto& shape = m_model->shape();
    const Result<probe::Estimator> estimator = m_estimate->estimator();
    if (!shape)
        m_estimateProblem = m_model->problem();
    else if (!estimator)
        m_estimateProblem = coreSentence(estimator.error().message);
    else if (const Result<void> ok = probe::checkLink(*shape, estimator->device()); !ok)
        m_estimateProblem = coreSentence(ok.error().message);
    if (!m_estimateProblem.isEmpty()) {
        m_estimated.reset();
        return;
    }
    const std::string now = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    const Result<std::string> text = guarded("this estimate", [&]() -> Result<std::string> {
        return probe::calibrationText(probe::estimateModel(*shape, *estimator, now));
    });
    const Result<CalibrationFilePtr> file =
        text.and_then([](const std::string& bytes) { return readCalibrationText(bytes, tr("estimate")); });
    if (file) {
        m_estimated = *file;
        return;
    }
    m_estimated.reset();
    m_estimateProblem = errorHeadline(file.error());
}

void CalibrateDialog::showPlan()
{
    m_runRow->setRunning(false);
    m_runRow->setStartable(false);
    m_runRow->startButton()->setVisible(mode() == Mode::Measure);
    if (mode() == Mode::Estimate) {
        m_runRow->say(tr("Computed from the datasheet with every change; nothing is measured."));
        return;
    }
    const auto& shape = m_model->shape();
    const std::optional<MeasureOptions> options = m_measure->options();
    if (!shape) {
        m_runRow->say(m_model->problem());
        return;
    }
    const Result<probe::Estimator> estimator = expectedOn(m_measure->device(), shape->dataType);
    if (!options || !estimator) {
        m_runRow->say(m_measure->hasDevice() ? tr("A value under GPU is not valid.")
                                             : tr("There is no GPU to measure on."));
        return;
    }
    const probe::ProbeScope scope = scopeOf(*options);
    const probe::ProbePlan plan = probe::planOf(*shape, scope, *estimator);
    QString text = planText(plan);
    const auto memory = static_cast<std::int64_t>(m_measure->device()->memoryGigabytes * 1e9);
    if (memory > 0 && static_cast<double>(plan.deviceBytes) > 0.9 * static_cast<double>(memory)) {
        text += tr(" — more than the GPU has");
        if (const std::string fits = probe::whatWouldFit(*shape, scope, *estimator, memory); !fits.empty())
            text += QStringLiteral(": ") + QString::fromStdString(fits);
    }
    const bool isOther = m_measured && m_measuredShape != shape;
    m_runRow->say(text, isOther ? tr("The times shown were measured with other values.") : planDetails(plan));
    m_runRow->setStartable(true);
}

void CalibrateDialog::start()
{
    const auto& shape = m_model->shape();
    const std::optional<MeasureOptions> options = m_measure->options();
    if (m_run->isRunning() || !shape || !options)
        return;
    setNotice({}, {}, false);
    say({});
    m_startedShape = *shape;
    m_left->setEnabled(false);
    m_runRow->setRunning(true);
    showProgress(*m_runRow, {});
    m_runRow->stopButton()->setFocus();
    m_run->start(m_program, [&](const QString& out) { return probeArguments(*shape, *options, out); });
    renew();
}

void CalibrateDialog::takeEnd(const ProbeEnd& end)
{
    m_left->setEnabled(true);
    m_runRow->setRunning(false);
    ProbeWords words = end.words;
    QString detail = end.detail;
    bool isFailure = end.kind == ProbeEnd::Kind::Failed;
    if (end.kind == ProbeEnd::Kind::Done) {
        const Result<CalibrationFilePtr> file = readCalibrationText(end.text, tr("measurement"));
        if (file) {
            m_measured = *file;
            m_measuredShape = m_startedShape;
            if (!end.saidBye)
                detail = tr("The probe ended in the middle of its report");
        } else {
            words = wordsOfNoResult();
            detail = errorHeadline(file.error());
            isFailure = true;
        }
    }
    setNotice(words, detail, isFailure);
    renew();
    (m_apply->isEnabled() ? m_apply : m_runRow->startButton())->setFocus();
}

void CalibrateDialog::reject()
{
    if (m_run->isRunning())
        m_run->stop();
    else
        QDialog::reject();
}

} // namespace bubblescope::ui
